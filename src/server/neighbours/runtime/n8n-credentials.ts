import { CREDENTIALS } from "./n8n-host.ts";

/** The address and the key of an installation; the test asks for the workspaces that the key may enter. */
export const credentialsType = () => ({
  name: CREDENTIALS,
  displayName: "Outrider API",
  documentationUrl: "https://www.npmjs.com/package/n8n-nodes-outrider",
  icon: "file:outrider.svg",
  properties: [
    {
      displayName: "URL",
      name: "url",
      type: "string",
      default: "",
      placeholder: "https://outrider.example.com",
      required: true,
      description: "The address of your installation",
    },
    {
      displayName: "API Key",
      name: "apiKey",
      type: "string",
      typeOptions: { password: true },
      default: "",
      required: true,
      description: "A key of a workspace, from the room Settings of the dashboard",
    },
  ],
  authenticate: {
    type: "generic",
    properties: { headers: { Authorization: "=Bearer {{$credentials.apiKey}}" } },
  },
  test: {
    request: {
      baseURL: '={{$credentials.url.replace(/\\/+$/, "")}}',
      url: "/api/v1/workspaces",
    },
  },
});

<?php
// A receiver of webhooks: WEBHOOK_SECRET=... php -S 127.0.0.1:8090 receiver.php (PHP 8 or newer).
const TOLERANCE_SECONDS = 300;
$secret = getenv('WEBHOOK_SECRET');
$key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6)) : $secret;

/** Whether Outrider signed exactly these bytes, not long ago. */
function isGenuine(string $key, string $id, string $timestamp, string $signatures, string $body): bool
{
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $right = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($right, $given)) {
            return true;
        }
    }
    return false;
}

function handle(string $event, array $data): void
{
    file_put_contents('php://stdout', $event . ' ' . json_encode($data) . "\n");
}

$body = file_get_contents('php://input');
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
$signatures = $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '';
if (!isGenuine($key, $id, $timestamp, $signatures, $body)) {
    http_response_code(401);
    return;
}
// Ids of deliveries that were handled: a file each. Keep them in your database, for three days at least.
$mark = (getenv('HANDLED_DIR') ?: sys_get_temp_dir()) . '/webhook-' . hash('sha256', $id);
// A repeat of what was handled is answered well, else it would be sent again.
if (!file_exists($mark)) {
    $message = json_decode($body, true, 64, JSON_THROW_ON_ERROR);
    handle($message['event'], $message['data']);
    touch($mark);
}
http_response_code(204);

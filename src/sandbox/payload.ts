const NOTE = "Sent by the sandbox. What a delivery holds is not specified.";

/** The payload of a delivery: what was triggered, and a note that the rest is not specified. */
export function payload(topic: string, mediaType: string): string {
  if (mediaType.endsWith("/json")) return JSON.stringify({ topic, note: NOTE });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<delivery><topic>${escapeXml(topic)}</topic><note>${NOTE}</note></delivery>\n`;
}

/** Text as XML 1.0 can hold it; a character that it cannot hold becomes U+FFFD. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "\u{FFFD}")
    .replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}

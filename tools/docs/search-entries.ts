/** A result of the search: a heading, a field or an open question, with the text up to the next one. */
export interface Entry {
  title: string;
  /** Where it leads, from the root of the site. */
  link: string;
  /** What it is part of: its guide, and its section if it is a field or a question. */
  page: string;
  text: string;
  /** For an operation: its method and path, and its id. */
  route?: string;
  operation?: string;
}

/** Reads the entries of a page from its HTML: whatever has an anchor of its own. */
export function entriesOf(file: string, guide: string, page: string): Entry[] {
  let section = "";
  const [, ...pieces] = page.split(/(?=<(?:h[1-3]|div|tr) id=")/);
  return pieces.map((piece) => {
    const [, anchor = ""] = /id="([^"]*)"/.exec(piece) ?? [];
    const [, title = "", rest = ""] = /<(?:h\d|dt|th)[^>]*>(.*?)<\/(?:h\d|dt|th)>(.*?)(?:<\/dd>|$)/s.exec(piece) ?? [];
    // The type follows the name of a field.
    const [name = ""] = title.split("<span>");
    const isSection = piece.startsWith("<h");
    if (isSection) section = textOf(title);
    const [, route, operation] = /<div class="route">(.*?)<button.*?data-operation="(\w+)"/s.exec(piece) ?? [];
    return {
      title: textOf(name),
      link: `${file}#${unescaped(anchor)}`,
      page: [guide, ...(isSection || section === guide ? [] : [section])].filter(Boolean).join(" · "),
      text: textOf(
        rest.replaceAll(/<button.*?<\/button>|<p class="guide-link">.*?<\/p>|<(p|div) class="head">.*?<\/\1>/gs, " "),
      ),
      ...(route !== undefined && operation !== undefined && { route: textOf(route), operation }),
    };
  });
}

/** The text of some HTML, on one line. */
function textOf(html: string): string {
  const text = html.replaceAll(/<wbr>|<\/?(?:a|b|i|code|strong|em)\b[^>]*>/g, "").replaceAll(/<[^>]*>/g, " ");
  return unescaped(text).replaceAll(/\s+/g, " ").trim();
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

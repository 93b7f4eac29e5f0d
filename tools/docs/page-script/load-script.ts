/**
 * Loads a script of the site: what a page needs only when it is used is no part of it.
 *
 * @param file - Its name.
 * @param root - The way from the page to the root of the site.
 * @throws Error, in words for the reader, when it is not there: a page may have been saved without the others.
 */
export async function loadScript(file: string, root = ""): Promise<void> {
  const script = document.createElement("script");
  script.src = root + file;
  const end = new Promise<Event>((resolve) => {
    script.addEventListener("load", resolve);
    script.addEventListener("error", resolve);
  });
  document.head.append(script);
  if ((await end).type === "error")
    throw new Error(`This requires the file ${root}${file}, which was not found next to this page.`);
}

/**
 * Loads a script of the site: what a page needs only when it is used is no part of it.
 *
 * @param file - Its name.
 * @param root - The way from the page to the root of the site.
 * @returns What is missing, in words for the reader: a page may have been saved alone. Empty once the script is loaded.
 */
export async function loadScript(file: string, root = ""): Promise<string> {
  const script = document.createElement("script");
  script.src = root + file;
  const isLoaded = new Promise<boolean>((resolve) => {
    script.addEventListener("load", () => resolve(true));
    script.addEventListener("error", () => resolve(false));
  });
  document.head.append(script);
  return (await isLoaded) ? "" : `This requires the file ${root}${file}, which was not found next to this page.`;
}

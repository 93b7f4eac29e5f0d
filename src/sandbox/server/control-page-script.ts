/** The script of the page. It runs in a browser, as the text of this function: it may use nothing from outside. */
export function followSandbox(): void {
  const element = (id: string) => {
    const found = document.getElementById(id);
    if (!found) throw new Error(`The page has no ${id}`);
    return found;
  };
  const token = document.querySelector("input");
  const tokenHeader = token?.name ?? "";

  async function call(method: string, action: string, sent?: object): Promise<Record<string, unknown>> {
    const headers: Record<string, string> = token?.value ? { [tokenHeader]: token.value } : {};
    const body = sent === undefined ? null : JSON.stringify(sent);
    const answer = await fetch(`/__sandbox/${action}`, { method, headers, body });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.detail);
    return said;
  }

  function say(words: string): void {
    const status = element("status");
    if (status.textContent !== words) status.textContent = words;
  }

  /** A table's rows, each value as text: an address is never a link. */
  function show(id: string, rows: readonly (readonly unknown[])[]): void {
    const made = rows.map((values) => {
      const row = document.createElement("tr");
      row.append(...values.map((value) => Object.assign(document.createElement("td"), { textContent: String(value) })));
      return row;
    });
    element(id).replaceChildren(...made);
  }

  /** Shows what a path returns, again and again: only while somebody looks, and only what has changed. */
  async function follow(action: string, render: (said: Record<string, unknown>) => void): Promise<never> {
    for (let last = ""; ; await new Promise((resolve) => setTimeout(resolve, 500))) {
      if (document.hidden) continue;
      try {
        const said = await call("GET", action);
        const text = JSON.stringify(said);
        if (text !== last) render(said);
        last = text;
        say("");
      } catch (error) {
        say(error instanceof Error ? error.message : String(error));
      }
    }
  }

  function act(selector: string, action: (button: HTMLButtonElement) => Promise<unknown>): void {
    for (const button of document.querySelectorAll<HTMLButtonElement>(selector)) {
      button.addEventListener("click", () => action(button).catch((error: Error) => say(error.message)));
    }
  }

  const latest = (list: unknown) => (Array.isArray(list) ? list.slice(-50).reverse() : []);

  void follow("state", ({ webhooks, simulations }) => {
    show("webhooks", Array.isArray(webhooks) ? webhooks.map((webhook) => Object.values(webhook)) : []);
    show(
      "simulations",
      latest(simulations).map((simulation) => [JSON.stringify(simulation)]),
    );
  });
  void follow("requests", ({ requests }) => {
    const rows = latest(requests).map(({ method, path, query, status, operation = "", notes }) => {
      return [method, query ? `${path}?${query}` : path, status || "broken", operation, notes.join("; ")];
    });
    show("requests", rows);
  });
  void follow("deliveries", ({ deliveries }) => {
    const rows = latest(deliveries).map(({ topic, address, format, answer }) => {
      return [topic, address, format, answer.status ?? answer.error ?? `not sent: ${answer.notSent}`];
    });
    show("deliveries", rows);
  });
  act("#reset", () => call("POST", "reset", {}));
  act("#end", () => call("DELETE", "simulate"));
  act("[data-operation]", ({ dataset }) => call("POST", "simulate", { operation: dataset["operation"], status: 500 }));
}

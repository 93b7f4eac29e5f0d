// The conventions of this API, said once: generator, client, sandbox and verify read the names from here. What follows
// them is remembered and walked. Anything else has types, methods, validation and docs: the sandbox answers it from the
// contract's example, and verify checks the form of its answers.
//
// A list is `GET P`, which answers with an array, with `{<items>: [...]}`, or with that and a pagination object. One item
// is `POST P`, `PUT P` without an id, and `GET`, `PUT`, `PATCH`, `DELETE P/{param}`, in an envelope or bare. A collection
// may be below an item. An action is `POST P/{param}/verb`, a trigger is an operation elsewhere with callbacks: both
// answer with the item. An id is an integer, or text with a number in it, in the field named like the path parameter,
// else in `id`.

// Those that the client reads, each on its own: a bundle holds an object with all its fields.
export const PAGE = "page";
export const CURRENT_PAGE = "current_page";
export const TOTAL_PAGES = "total_pages";

/** The query parameters of a list. Each other one that is named like a field filters by it. */
export const QUERY = { page: PAGE, size: "limit", sortBy: "sort_by", sortOrder: "sort_order" } as const;

/** The values of the sort order. */
export const DIRECTIONS = ["asc", "desc"] as const;

/** The fields of a pagination object: all of them are integers, and pages count from 1. */
export const PAGINATION = { page: CURRENT_PAGE, size: "per_page", total: "total", pages: TOTAL_PAGES } as const;

/** The times that the sandbox writes: a field whose name holds such a word, and whose example is a time. */
export const MOMENTS = ["created", "updated"] as const;

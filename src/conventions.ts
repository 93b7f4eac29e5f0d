// The conventions of this API, said once: generator, client, sandbox and verify read the names from here. What follows
// them is remembered and walked. Anything else has types, methods, validation and docs: the sandbox answers it from the
// contract's example, and verify checks the form of its answers.
//
// A list is `GET P`, which answers with an array, with `{<items>: [...]}`, or with that and a pagination object. One item
// is `POST P`, `PUT P` without an id, and `GET`, `PUT`, `PATCH`, `DELETE P/{param}`, in an envelope of one key or bare. A
// collection may be below an item, and so may an action, which answers with the item.

/** The query parameters of a list. Each other one that is named like a field filters by it. */
export const QUERY = { page: "page", size: "limit", sortBy: "sort_by", sortOrder: "sort_order" } as const;

/** The values of the sort order. */
export const DIRECTIONS = ["asc", "desc"] as const;

/** The fields of a pagination object: all of them are integers, and pages count from 1. */
export const PAGINATION = { page: "current_page", size: "per_page", total: "total", pages: "total_pages" } as const;

/** How the docs begin what this project does where the interface document is silent: it is no promise of the service. */
export const NOT_SPECIFIED = "Not specified. ";

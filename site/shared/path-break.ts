/** Where a line of code with an address may end: after a slash between two of its names. */
export const PATH_BREAK = /(?<=[\w}-]\/)(?=[\w{])/g;

/** Where the interactive reference mounts, and where it finds the address of its contract. */
export const MOUNT_ID = 'interactive-reference';
export const SPEC_ATTRIBUTE = 'data-spec';

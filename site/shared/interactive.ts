/** Where the interactive reference mounts, and where it finds the address of its contract and the state of the servers. */
export const MOUNT_ID = 'interactive-reference';
export const SPEC_ATTRIBUTE = 'data-spec';
export const HEALTH_ATTRIBUTE = 'data-health';

/** The other side will never take this one: trying again cannot help. */
export class Undeliverable extends Error {}

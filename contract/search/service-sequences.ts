/**
 * If several artists work on one person, services with a lower sequence come first. Services with 0 can be at any time.
 */
export const serviceSequences = 4

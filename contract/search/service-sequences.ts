/** If several artists work on one person, services with a lower sequence come first; 0 is at any time. */
export const serviceSequences = 4

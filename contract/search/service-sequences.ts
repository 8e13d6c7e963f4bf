/** Of one person's services the lower sequence is done first where several artists work on them; 0 is at any time. */
export const serviceSequences = 4

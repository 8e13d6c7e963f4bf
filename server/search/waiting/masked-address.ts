/** An address as it is shown to who may not have it: its first letter and where it is. */
export const maskedAddress = (email: string): string => `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`

/** Class names joined by spaces, what is false left out. */
export const joinClasses = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')

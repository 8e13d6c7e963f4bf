import { madeText } from '#server/content/texts/made-texts.ts'

/** The text that a path shows as it was made. */
export const madeTextOf = (path: string) => madeText(path.slice('/content/'.length))

export const bioLengths = { least: 60, most: 600 } as const
export const assistants = 3
/** Bounds of the deposit share in whole per cent. The domain `deposit_percent` in the database has the same. */
export const depositShares = { least: 20, most: 50 } as const
export const photoPixels = 600
/** Latest end of a working day in minutes: 5 AM the next day. */
export const latestClose = 29 * 60

export const undertones = ['warm', 'neutral', 'cool', 'olive', 'red'] as const
export type Undertone = (typeof undertones)[number]

// Contact details: seven or more digits with any separators, mail addresses, domains, and names with an @.
export const contactPatterns = [
  /(?:\+|\b)(?:\d[\s().-]{0,2}){7,}/,
  /[^\s@]{1,64}@[^\s@]+/,
  /(?:^|\s)@[a-z0-9._]{3,}/i,
  /\bhttps?:|\bwww\./i,
  /\b[a-z0-9-]{1,63}\.(?:com|net|org|io|co|me|app|link|uk|au|ca|us|info|biz|shop|site)\b/i,
  /\b\d{1,4}[a-z]? (?:[a-z]+ ){1,2}(?:street|st|road|rd|avenue|ave|lane|drive|close|court|terrace)\b/i,
]

export const hasContactDetails = (text: string): boolean => {
  // Normalises the text, so that wide or invisible characters cannot hide a match.
  const read = text.normalize('NFKC').replace(/\p{Cf}/gu, '')
  const plain = read.replace(/\b(?:19|20)\d\d ?(?:-|–|to) ?(?:19|20)\d\d\b/g, 'years')
  return contactPatterns.some((pattern) => pattern.test(plain))
}

export const normaliseSocialName = (typed: string): string => typed.trim().replace(/^@/, '')

export const hasKit = ({
  singleUse,
  ...lists
}: { singleUse: boolean } & Record<string, boolean | readonly unknown[]>): boolean =>
  singleUse || Object.values(lists).some((list) => Array.isArray(list) && list.length > 0)

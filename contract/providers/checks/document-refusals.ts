export const documentRefusals = {
  unreadable: 'We could not read it. Send a sharp picture of the whole document.',
  expired: 'It had run out already.',
  wrong_document: 'It is not the document that was asked for.',
  name: 'The name on it is not yours as we know it.',
  incomplete: 'A part of it is missing. Send every side and page that says something.',
  withdrawn: 'What it says does not hold any more.',
  other: 'See our note.',
} as const

export type DocumentRefusal = keyof typeof documentRefusals

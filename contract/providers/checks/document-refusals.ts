export const documentRefusals = {
  unreadable: 'We could not read it. Send a sharp picture of the whole document.',
  expired: 'It has already expired.',
  wrong_document: 'It is not the document we asked for.',
  name: 'The name on it does not match your account.',
  incomplete: 'Part of it is missing. Send every page and both sides.',
  withdrawn: 'What it confirms is no longer true.',
  other: 'See our note.',
} as const

export type DocumentRefusal = keyof typeof documentRefusals

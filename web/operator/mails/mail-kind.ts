/** Words of kinds that differ from what the kind is called in English. */
const words: Readonly<Record<string, string>> = {
  op: 'team alert:',
  push: 'push:',
  sms: 'SMS:',
  mail: 'email',
  provider: 'artist',
  signup: 'sign-up',
  magic: 'log-in',
  letgo: 'released',
  noshow: 'no-show',
  byteam: 'by our team',
}

const audiences: Readonly<Record<string, string>> = {
  customer: 'to the customer',
  provider: 'to the artist',
  buyer: 'to the buyer',
  outside: 'to someone without an account',
}

/** Returns the English name of a kind of message: `cancelled.byCustomer.provider` is “Cancelled by customer, to the artist”. */
export function formatMailKind(kind: string): string {
  const parts = kind.split('.')
  const audience = parts.length > 1 ? audiences[parts.at(-1) ?? ''] : undefined
  const text = (audience ? parts.slice(0, -1) : parts)
    .flatMap((part) => words[part.toLowerCase()] ?? part.split(/_|(?=[A-Z])/).map((word) => word.toLowerCase()))
    .map((word) => words[word] ?? word)
    .join(' ')
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}${audience ? `, ${audience}` : ''}`
}

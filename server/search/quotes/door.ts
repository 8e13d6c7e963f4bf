export { keepSeen } from './note-seen.ts'
export { planOf } from './plan-of.ts'
export { type Quoted, quotedProviders } from './quoted-provider.ts'
export { quotesOf } from './read-quotes.ts'

export { keepSeen } from './note-seen.ts'
export { type Quoted, quotedProviders } from './quoted-provider.ts'
export { quotesOf } from './read-quotes.ts'

export { planOf } from './cards.ts'
export { quotedProviders } from './quoted-provider.ts'
export { readQuotes } from './read-quotes.ts'

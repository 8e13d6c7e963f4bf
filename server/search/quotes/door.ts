export { planOf } from './cards.ts'
export { quotedProviders } from './quoted-provider.ts'
export { quotesOf } from './read-quotes.ts'

import { accounts } from './accounts.ts'
import { content } from './content.ts'
import { places } from './places.ts'
import { providers } from './providers.ts'
import { quotes } from './quotes.ts'
import { search } from './search.ts'
import { uploads } from './uploads.ts'

/** Every call of the API by domain: what the server serves, the client calls and the OpenAPI document lists. */
export const contract = { uploads, accounts, places, providers, search, quotes, content }

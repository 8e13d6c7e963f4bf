import { account } from './account.ts'
import { accounts } from './accounts.ts'
import { albums } from './albums.ts'
import { bookedOut } from './booked-out.ts'
import { content } from './content.ts'
import { ownProfile } from './own-profile.ts'
import { places } from './places.ts'
import { providers } from './providers.ts'
import { quotes } from './quotes.ts'
import { search } from './search.ts'
import { uploads } from './uploads.ts'

/** Every call of the API by domain: what the server serves, the client calls and the OpenAPI document lists. */
export const contract = { uploads, accounts, places, ownProfile, albums, bookedOut, providers, search, quotes, content }

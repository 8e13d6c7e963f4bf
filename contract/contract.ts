import { account } from './account.ts'
import { accounts } from './accounts.ts'
import { albums } from './albums.ts'
import { appearance } from './appearance.ts'
import { bookedOut } from './booked-out.ts'
import { calendar } from './calendar.ts'
import { content } from './content.ts'
import { ownProfile } from './own-profile.ts'
import { notices } from './notices.ts'
import { places } from './places.ts'
import { providers } from './providers.ts'
import { quotes } from './quotes.ts'
import { search } from './search.ts'
import { signup } from './signup.ts'
import { uploads } from './uploads.ts'
import { verification } from './verification.ts'

/** Every call of the API by domain: what the server serves, the client calls and the OpenAPI document lists. */
export const contract = { notices, uploads, accounts, account, places, ownProfile, albums, bookedOut, providers, signup, verification, search, appearance, calendar, quotes, content }

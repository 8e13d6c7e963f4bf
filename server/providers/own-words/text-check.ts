import { wordIn } from '#contract/providers/plain-words.ts'
import { holdsContact } from '#server/platform/validation/contact-details.ts'
import type { Db } from '#db/database.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { bannedIn } from './banned-queries.ts'

/** What refuses a text of an artist in a market, with the field that it stands in: contact details, and words that its operators have banned. */
export async function textCheck(db: Db, countryCode: string): Promise<(text: string, path: string) => void> {
  const banned = await bannedIn(db, countryCode)
  return (text, path) => {
    if (holdsContact(text)) throw refuseField('contact_details', path)
    const found = wordIn(text, banned)
    if (found)
      throw new Refusal('banned_word', {
        errors: [{ path, message: `Leave out “${found.word}”: it must not stand on pages here.` }],
      })
  }
}

import { reader } from '#contract/words.ts'
import { partyWords } from './party-words.ts'

const t = reader(partyWords)

interface PartyLabelProps {
  party: { guest: boolean; role: string; of: number; services?: readonly string[] }
}

/** Who of a party wrote: 'Guest of the party · Bridesmaid, one of 4 from this party', and what was done for them. */
export function PartyLabel({ party: { guest, role, of, services = [] } }: PartyLabelProps) {
  const who = guest ? (role ? t('party.guest.role', { role }) : t('party.guest')) : t('party.booker')
  return (
    <span className="stack gap-4">
      <span>{of > 1 ? `${who}, ${t('party.of', { n: of })}` : who}</span>
      {services.length > 0 && <span>{services.join(', ')}</span>}
    </span>
  )
}

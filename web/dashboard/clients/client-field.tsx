import { UserRound } from 'lucide-react'
import { useRef } from 'react'
import type { Client } from '#contract/bookings/provider-bookings.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { PlaceCombobox, type PlaceOption } from '#web/ui/fields/place-combobox.tsx'
import { useClientMessages } from './client-messages.ts'

/** An existing client by id, or a new one by name. */
export interface ChosenClient {
  id: string | null
  name: string
  email: string
  phone: string
}
export const noClient: ChosenClient = { id: null, name: '', email: '', phone: '' }

interface ClientFieldProps {
  client: ChosenClient
  onChange: (client: ChosenClient) => void
  error: string | undefined
}

export function ClientField({ client, onChange, error }: ClientFieldProps) {
  const { t } = useClientMessages()
  const known = useRef<Promise<readonly Client[]> | null>(null)
  const load = () => {
    known.current ??= browserApi()
      .providerBookings.clients({})
      .then(({ clients }) => clients)
      .catch((fault) => {
        known.current = null
        throw fault
      })
    return known.current
  }
  const find = async (typed: string) => (await load()).filter(({ name }) => matchesName(name, typed)).map(optionOf)
  const optionOf = ({ id, name, own, bookings }: Client): PlaceOption & { own: boolean } => ({
    id,
    own,
    title: name,
    rest: own ? t('client.bookings.n', { n: bookings }) : t('own.client.booked'),
  })
  return (
    <div className="stack gap-12">
      <PlaceCombobox
        label={t('own.client')}
        placeholder=""
        name="client"
        icon={UserRound}
        leastLetters={1}
        autoFocus
        text={client.name}
        chosen={null}
        error={error ?? null}
        find={find}
        onText={(name) => onChange({ ...client, id: null, name: name.slice(0, 100) })}
        // Online customers become private clients by name.
        onChoose={(found) =>
          onChange(found ? { ...noClient, id: found.own ? found.id : null, name: found.title } : noClient)
        }
        words={{
          none: (text) => t('own.client.none', { text }),
          failed: t('own.client.failed'),
          retry: t('own.place.retry'),
          list: t('own.client'),
        }}
      />
      {client.id === null && client.name.trim() !== '' && (
        <>
          <p className="micro hint">{t('own.client.new', { name: client.name.trim() })}</p>
          <div className="field-grid even">
            <TextField
              label={t('own.client.phone')}
              optional={t('client.optional')}
              type="tel"
              name="phone"
              autoComplete="off"
              maxLength={40}
              value={client.phone}
              onChange={({ target }) => onChange({ ...client, phone: target.value })}
            />
            <TextField
              label={t('own.client.email')}
              optional={t('client.optional')}
              type="email"
              name="email"
              autoComplete="off"
              maxLength={254}
              value={client.email}
              onChange={({ target }) => onChange({ ...client, email: target.value })}
            />
          </div>
        </>
      )}
    </div>
  )
}

/** Returns whether each typed word starts a word of the name, ignoring case and accents. */
export function matchesName(name: string, typed: string): boolean {
  const words = plain(name).split(/\s+/)
  return plain(typed)
    .trim()
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

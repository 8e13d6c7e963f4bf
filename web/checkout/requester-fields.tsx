import { type RefObject, useEffect, useState } from 'react'
import { isEmail } from '#contract/accounts/parse-email.ts'
import type { Requester, SavedSearch } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'
import { useForm } from '#web/platform/use-form.ts'
import { detailsMessages } from '#web/search/details/details-messages.ts'
import { getSignedInDetails, loadDetails, storeDetails } from '#web/search/details/saved-details.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { revealAfterRender } from '#web/ui/reveal.ts'

interface RequesterFieldsProps {
  country: Country
  /** Address of the session's account; null without one. */
  own: string | null
  start: Partial<Requester>
  wrong: (field: string) => string | null
  /** Shows the name, address and number of a signed-in person as a line with Edit. */
  folded?: boolean
}

export function RequesterFields({ country, own, start, wrong, folded = false }: RequesterFieldsProps) {
  const t = createTranslator(bookMessages, country)
  const d = createTranslator(detailsMessages, country)
  const [editing, setEditing] = useState(false)
  const isKnown = Boolean(own && start.name && start.email && start.mobile)
  const isFolded = folded && isKnown && !editing && !['name', 'email', 'mobile'].some(wrong)
  const edit = () => {
    setEditing(true)
    revealAfterRender(() => document.querySelector<HTMLElement>('main [name="name"]'))
  }
  return (
    <>
      {isFolded ? (
        <div className="row space-between gap-8">
          <p className="can-shrink">
            <b className="bold">{start.name}</b>
            <br />
            <span className="small muted">
              {start.email} · {start.mobile}
            </span>
          </p>
          <Button kind="quiet" size="small" aria-label={t('book.details.edit.label')} onClick={edit}>
            {t('book.details.edit')}
          </Button>
        </div>
      ) : (
        own && <p className="muted">{t('book.details.have', { email: own })}</p>
      )}
      <div className="field-grid even" hidden={isFolded}>
        <TextField
          label={d('details.name')}
          name="name"
          autoComplete="name"
          defaultValue={start.name}
          error={wrong('name')}
          required
        />
        <TextField
          label={d('details.email')}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={start.email}
          error={wrong('email')}
          required
        />
      </div>
      <div className="field-grid even">
        <TextField
          label={d('details.event')}
          name="event"
          placeholder={d('details.event.placeholder')}
          defaultValue={start.event}
          error={wrong('event')}
          required
        />
        <div hidden={isFolded}>
          <TextField
            label={d('details.mobile')}
            name="mobile"
            type="tel"
            autoComplete="tel"
            defaultValue={start.mobile}
            error={wrong('mobile')}
            hint={d('details.mobile.note')}
            required
          />
        </div>
      </div>
    </>
  )
}

type RequesterValues = Pick<Requester, 'name' | 'email' | 'event' | 'mobile'>
const isWhole = (of: Partial<Requester>): of is Partial<Requester> & RequesterValues =>
  Boolean(of.name && of.email && of.event && of.mobile)

export const readRequester = (typed: FormData): RequesterValues => {
  const text = (name: string) => String(typed.get(name) ?? '').trim()
  return { name: text('name'), email: text('email'), event: text('event'), mobile: text('mobile') }
}

export function validateRequester(who: RequesterValues, country: SavedSearch['countryCode']): Record<string, string> {
  const d = createTranslator(detailsMessages, country)
  return {
    ...(who.name ? {} : { name: d('details.error.name') }),
    ...(who.email
      ? isEmail(who.email)
        ? {}
        : { email: d('details.error.emailInvalid') }
      : { email: d('details.error.email') }),
    ...(who.event ? {} : { event: d('details.error.event') }),
    ...(who.mobile ? {} : { mobile: d('details.error.mobile') }),
  }
}

/** Returns the requester from session, tab or search, and whether the search has it: a hold needs one. */
export function useRequester(search: SavedSearch, given: Partial<Requester>, form: RefObject<HTMLFormElement | null>) {
  const [told, setTold] = useState(() => isWhole(given))
  const tell = useForm({ form, toasts: true })
  const [said, setSaid] = useState<RequesterValues | null>(null)
  // Only known in the browser; the server's page is the same for everyone.
  const [known, setKnown] = useState<{
    own: ReturnType<typeof getSignedInDetails>
    kept: ReturnType<typeof loadDetails>
  }>({
    own: null,
    kept: null,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when the search turns out to be somebody's own
  useEffect(() => {
    const here = { own: getSignedInDetails(localStore), kept: loadDetails(sessionStore) }
    setKnown(here)
    const all = { ...here.own, ...here.kept, ...given }
    if (isWhole(given)) setTold(true)
    else if (isWhole(all)) keep(all)
  }, [given])

  async function keep({ name, email: address, event, mobile }: RequesterValues, wrong: Record<string, string> = {}) {
    const { timeConstraint } = search.appointmentSpot
    const who = { name, email: address, event, mobile }
    const saved = await tell.run(
      () => browserApi().quotes.saveDetails({ quoteId: search.id, ...who, timeConstraint }),
      { errors: wrong },
    )
    if (!saved) return false
    remember(who)
    setTold(true)
    return true
  }
  const remember = (who: RequesterValues) => {
    storeDetails(sessionStore, who)
    setSaid(who)
  }
  const start = { ...known.own, ...known.kept, ...given }
  return { told, tell, keep, remember, own: known.own, start, who: said ?? start }
}

import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import type { Requester } from '#contract/search/search.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Note } from '#web/ui/note.tsx'
import { DetailsFields, DetailsTerms, readDetails, type TypedDetails } from './details-form.tsx'
import { detailsMessages } from './details-messages.ts'
import { storeDetails, loadDetails, getSignedInDetails } from './saved-details.ts'
import { isEmail } from '#contract/accounts/parse-email.ts'
import { localStore, sessionStore } from '#web/platform/storage.ts'

interface DetailsDialogProps {
  open: boolean
  country: Country
  given: Partial<Requester>
  finishTime: string | null
  /** Number of recipients; 0 if the details belong to a search. */
  artists: number
  /** Throws refusals; the named fields are marked and typed text stays. */
  onSend: (details: TypedDetails, key: ActKeys) => Promise<void>
  onClose: () => void
}

const wrongIn = (
  typed: TypedDetails,
  t: ReturnType<typeof createTranslator<typeof detailsMessages>>,
): Record<string, string> => ({
  ...(typed.name.trim() ? {} : { name: t('details.error.name') }),
  ...(typed.email.trim()
    ? isEmail(typed.email)
      ? {}
      : { email: t('details.error.emailInvalid') }
    : { email: t('details.error.email') }),
  ...(typed.event.trim() ? {} : { event: t('details.error.event') }),
  ...(typed.mobile.trim() ? {} : { mobile: t('details.error.mobile') }),
})

/** Dialog 'Your details', before the first request or as the last step of a search. */
export function DetailsDialog({ open, country, given, finishTime, artists, onSend, onClose }: DetailsDialogProps) {
  const t = createTranslator(detailsMessages, country)
  return (
    <Dialog open={open} onClose={onClose} label={t('details.title')}>
      <DetailsCard
        country={country}
        given={given}
        finishTime={finishTime}
        artists={artists}
        onSend={onSend}
        onClose={onClose}
      />
    </Dialog>
  )
}

// Marks each field that the response names.
const mapErrorsByPath = ({ errors }: ApiError) =>
  errors.length > 0 ? Object.fromEntries(errors.toReversed().map(({ path, message }) => [path, message])) : undefined

function DetailsCard({ country, given, finishTime, artists, onSend, onClose }: Omit<DetailsDialogProps, 'open'>) {
  const t = createTranslator(detailsMessages, country)
  const form = useRef<HTMLFormElement>(null)
  const { errors, formError, pending, run } = useForm({ form, refusals: mapErrorsByPath })
  const start = { ...getSignedInDetails(localStore), ...loadDetails(sessionStore), ...given }
  const send = async () => {
    if (!form.current) return
    const typed = readDetails(new FormData(form.current))
    const wrong = wrongIn(typed, t)
    if (Object.keys(wrong).length === 0) storeDetails(sessionStore, typed)
    await run((key) => onSend(typed, key), { errors: wrong })
  }
  return (
    <>
      <div className="row space-between">
        <h2 className="heading-2">{t('details.title')}</h2>
        <IconButton label={t('details.close')} onClick={onClose}>
          <X className="icon icon-large" aria-hidden="true" />
        </IconButton>
      </div>
      <p className="muted">{artists > 0 ? t('details.text.many', { n: artists }) : t('details.text')}</p>
      <form
        ref={form}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}>
        <DetailsFields given={start} errors={errors} country={country} finishTime={finishTime} />
        {formError && <Note kind="error">{formError}</Note>}
        {artists > 0 && <DetailsTerms country={country} />}
        <div className="row space-between wrapping">
          <Button kind="quiet" onClick={onClose}>
            {t('details.back')}
          </Button>
          <Button kind="search" size="large" type="submit" loading={pending}>
            {artists === 0 && <Search className="icon" aria-hidden="true" />}
            {artists > 0 ? t('details.send', { n: artists }) : t('details.search')}
          </Button>
        </div>
      </form>
    </>
  )
}

import { normaliseSocialName } from '#contract/providers/profile-rules.ts'
import type { Picture as PictureData } from '#contract/values.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { Pan } from '#web/ui/pictures/picture.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useForm } from '#web/platform/use-form.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './instagram-form.module.css'
import buttonStyles from '#web/ui/button.module.css'
import type { ProfileFormProps } from './profile-form.tsx'

type Found = { state: 'idle' | 'asking' } | { state: 'found'; photos: readonly PictureData[]; connected: boolean }

const aName = /^[A-Za-z0-9._]{0,30}$/
const SHOWN = 16

export function InstagramForm({ id, profile, onSaved, onState }: ProfileFormProps) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { handle: profile.instagram ?? '' },
    send: ({ handle }) => browserApi().providerProfile.instagram({ handle: normaliseSocialName(handle) }),
    onSaved,
    onState,
    check: ({ handle }): Record<string, string> =>
      aName.test(normaliseSocialName(handle)) ? {} : { handle: t('step7.error') },
  })
  const found = useNewest(normaliseSocialName(draft.handle))
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <TextField
        label={t('step7.handle')}
        name="handle"
        prefix="@"
        value={draft.handle}
        error={errors['handle']}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => change({ handle: event.target.value })}
      />
      {found.state !== 'idle' && (
        <section className="stack gap-12" aria-labelledby={`${id}-newest`} aria-busy={found.state === 'asking'}>
          <h2 className="title" id={`${id}-newest`}>
            {t('step7.preview')}
          </h2>
          <ul className={styles.instagram}>
            {found.state === 'asking' &&
              Array.from({ length: 8 }, (_, n) => (
                <li key={n}>
                  <Skeleton className={joinClasses(buttonStyles.square, styles.square)} />
                </li>
              ))}
            {found.state === 'found' &&
              found.photos.map((photo) => (
                <li key={photo.src}>
                  <Pan className={styles.frame} src={photo.src} alt={photo.alt} width={160} height={160} />
                </li>
              ))}
          </ul>
          <p role="status" className="small muted">
            {found.state === 'found' &&
              (found.photos.length === 0 ? t('step7.none') : found.connected ? '' : t('step7.own'))}
          </p>
        </section>
      )}
    </form>
  )
}

// Debounced by half a second; ignores outdated responses.
function useNewest(handle: string): Found {
  const whole = handle.length >= 2 && aName.test(handle)
  const { answer, fault } = useAnswer(
    whole ? handle : null,
    (signal) => browserApi().socialPhotos.list({ path: handle, count: SHOWN }, { signal }),
    { after: 500 },
  )
  if (!whole) return { state: 'idle' }
  if (fault) return { state: 'found', photos: [], connected: true }
  return answer ? { state: 'found', photos: answer.photos, connected: answer.connected } : { state: 'asking' }
}

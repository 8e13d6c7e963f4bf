import { bioLengths, hasContactDetails } from '#contract/providers/profile-rules.ts'
import { createTranslator } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { useForm } from '#web/platform/use-form.ts'
import type { ProfileFormProps } from './profile-form.tsx'

/** The bio, with questions that help and a count. */
export function BioForm({ id, profile, onSaved, onState, onPreview }: ProfileFormProps) {
  const t = createTranslator(signupMessages, profile.countryCode)
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { bio: profile.bio },
    send: ({ bio }) => browserApi().providerProfile.bio({ bio }),
    onSaved,
    onState,
    check: ({ bio }): Record<string, string> => {
      if (bio.trim().length < bioLengths.least) return { bio: t('s9.error.short') }
      return hasContactDetails(bio) ? { bio: t('s9.error.contact') } : {}
    },
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <TextAreaField
        label={t('s9.bio')}
        name="bio"
        rows={8}
        maxLength={bioLengths.most}
        value={draft.bio}
        error={errors['bio']}
        hint={t('s9.count', { n: draft.bio.length })}
        onChange={(event) => {
          change({ bio: event.target.value })
          onPreview?.({ bio: event.target.value })
        }}
      />
      <div className="card pad-24 stack gap-12">
        <ul className="stack gap-8">
          {([1, 2, 3, 4] as const).map((n) => (
            <li key={n}>{t(`s9.prompt.${n}`)}</li>
          ))}
        </ul>
        <p className="small muted">{t('s9.avoid')}</p>
      </div>
    </form>
  )
}

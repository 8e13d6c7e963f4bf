import { bioLengths, hasContactDetails } from '#contract/providers/profile-rules.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { useForm } from '#web/platform/use-form.ts'
import type { ProfileFormProps } from './profile-form.tsx'

const messages = defineMessages({
  'bio.label': 'Bio',
  'bio.count': '{n} of {most} characters',
  'bio.error.short': 'Write at least {least} characters.',
  'bio.error.contact': 'Please remove phone numbers, addresses and links. Customers contact you through Primp.',
  'bio.prompts': 'Ideas',
  'bio.prompt.1': 'Where did you learn this?',
  'bio.prompt.2': 'How do customers feel when you work?',
  'bio.prompt.3': 'Which hair or skin do customers come to you for?',
  'bio.prompt.4': 'What do you ask a customer before you start?',
  'bio.avoid': 'Avoid rankings and superlatives. Details are more convincing.',
})

export function BioForm({ id, profile, onSaved, onState, onPreview }: ProfileFormProps) {
  const t = createTranslator(messages, profile.countryCode)
  const { draft, change, errors, formError, submit, form } = useForm({
    start: { bio: profile.bio },
    send: ({ bio }) => browserApi().providerProfile.bio({ bio }),
    onSaved,
    onState,
    check: ({ bio }): Record<string, string> => {
      if (bio.trim().length < bioLengths.least) return { bio: t('bio.error.short', { least: bioLengths.least }) }
      return hasContactDetails(bio) ? { bio: t('bio.error.contact') } : {}
    },
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="stack gap-24">
      {formError && <Note kind="error">{formError}</Note>}
      <TextAreaField
        label={t('bio.label')}
        name="bio"
        rows={8}
        maxLength={bioLengths.most}
        value={draft.bio}
        error={errors['bio']}
        hint={t('bio.count', { n: draft.bio.length, most: bioLengths.most })}
        onChange={(event) => {
          change({ bio: event.target.value })
          onPreview?.({ bio: event.target.value })
        }}
      />
      <div className="stack gap-8">
        <h2 className="title">{t('bio.prompts')}</h2>
        <ul className="bullets stack gap-4">
          {([1, 2, 3, 4] as const).map((n) => (
            <li key={n}>{t(`bio.prompt.${n}`)}</li>
          ))}
        </ul>
        <p className="small muted">{t('bio.avoid')}</p>
      </div>
    </form>
  )
}

import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import type { EditedMail, MailHow, MailText } from '#contract/notifications/mail-templates.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { sessionStore } from '#web/platform/storage.ts'
import { useAnswer } from '#web/platform/use-answer.ts'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { SegmentedChoice } from '#web/ui/fields/segmented-choice.tsx'
import { Note } from '#web/ui/note.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { operatorMessages } from '#web/operator/messages.ts'
import { mailEditorMessages } from './mail-editor-messages.ts'
import { formatMailKind } from './mail-kind.ts'
import styles from './mail-page.module.css'

const t = createTranslator(mailEditorMessages)
const fields = ['subject', 'preview', 'body', 'button'] as const
const made: MailText = { subject: null, preview: null, body: null, button: null }
const named = (slots: readonly string[]) => slots.map((slot) => `{${slot}}`).join(' ')

export const clientLoader = requireSession(async ({ params }) =>
  browserApi().operatorMails.read({ kind: params['kind'] ?? '' }),
)

export const HydrateFallback = Undetermined

export default function MailPage() {
  const { mail } = useLoaderData<typeof clientLoader>()
  const [confirm, dialog] = useConfirmation()
  return (
    <>
      {/* Fields reset with each version. */}
      <Editor key={`${mail.kind} ${mail.number}`} mail={mail} confirm={confirm} />
      {dialog}
    </>
  )
}

interface EditorProps {
  mail: EditedMail
  confirm: (confirmation: Confirmation) => void
}

function Editor({ mail, confirm }: EditorProps) {
  const { kind, number, hows, slots, kept, optional } = mail
  const [typed, setTyped] = useState<MailText>(mail.standing)
  const [how, setHow] = useState<MailHow>('mobile')
  // Narrow screens show either.
  const [view, setView] = useState<'text' | 'preview'>('text')
  const [withoutOptional, setWithoutOptional] = useState(false)
  // After hydration, because the server does not know this tab's storage.
  useEffect(() => {
    const before = readMail(kind)
    if (before) setTyped(before)
  }, [kind])
  const type = (text: MailText) => {
    setTyped(text)
    saveMail(kind, text)
  }
  const text = textOf(typed, mail.made)
  const dirty = JSON.stringify(text) !== JSON.stringify(mail.standing)
  const previewed = { text, how, withoutOptional }
  const { answer: seen, fault } = useAnswer(
    JSON.stringify(previewed),
    () => browserApi().operatorMails.preview({ kind, ...previewed }),
    { after: 400 },
  )
  const errors = new Map(fault?.errors.map(({ path, message }) => [path, message]))
  const publish = (text: MailText) =>
    confirm({
      title: t('mail.publish.title'),
      text: t('mail.publish.text'),
      act: text === made ? t('mail.revert') : t('mail.publish'),
      run: async (reason) => {
        await browserApi().operatorMails.publish({ kind, text, seen: number, reason })
        saveMail(kind, null)
      },
    })
  return (
    <ConsoleFrame
      title={mail.standing.subject ?? mail.made.subject ?? kind}
      label={t('mail.editor')}
      back={{ to: '/operator/mails', label: formatMessage(operatorMessages['operator.mails']) }}
      text={formatMailKind(kind)}
      acts={
        <>
          {Object.values(mail.standing).some((said) => said !== null) && (
            <Button kind="secondary" onClick={() => publish(made)}>
              {t('mail.revert')}
            </Button>
          )}
          <Button disabled={!dirty || !seen} onClick={() => publish(text)}>
            {t('mail.publish')}
          </Button>
        </>
      }>
      <SegmentedChoice
        className={styles.views}
        label={t('mail.view')}
        value={view}
        choices={(['text', 'preview'] as const).map((value) => ({ value, label: t(`mail.view.${value}`) }))}
        onChange={setView}
      />
      <div className={styles.editor} data-view={view}>
        <div className={joinClasses('stack', styles.text)}>
          {fields.map((field) => {
            const was = mail.made[field]
            if (was === null) return field === 'button' ? null : <FixedWords key={field} label={t(`mail.${field}`)} />
            const around = {
              label: t(`mail.${field}`),
              name: field,
              value: typed[field] ?? was,
              error: errors.get(`text.${field}`) ?? null,
              ...(typed[field] !== null && typed[field] !== was ? { hint: t('mail.made', { text: was }) } : {}),
            }
            const change = (said: string) => type({ ...typed, [field]: said })
            return field === 'body' ? (
              <TextAreaField
                key={field}
                {...around}
                rows={10}
                maxLength={3000}
                onChange={(event) => change(event.target.value)}
              />
            ) : (
              <TextField
                key={field}
                {...around}
                maxLength={field === 'button' ? 40 : field === 'subject' ? 150 : 200}
                onChange={(event) => change(event.target.value)}
              />
            )
          })}
          {slots.length > 0 && <p className="small muted break-anywhere">{t('mail.slots', { slots: named(slots) })}</p>}
          {kept.length > 0 && <p className="small muted">{t('mail.kept', { slots: named(kept) })}</p>}
          {optional.length > 0 && (
            <p className="small muted break-anywhere">
              {t('mail.optional', { slots: named(optional), example: `[[, {${optional[0]}}]]` })}
            </p>
          )}
          {seen && seen.unsaid.length > 0 && (
            <Note kind="warning">{t('mail.unsaid', { slots: named(seen.unsaid) })}</Note>
          )}
          {fault && errors.size === 0 && <Note kind="error">{fault.message}</Note>}
        </div>
        <div className={joinClasses('stack', styles.look)}>
          {hows.length > 1 && (
            <SegmentedChoice
              className={styles.hows}
              label={t('mail.how')}
              value={how}
              choices={hows.map((value) => ({ value, label: t(`mail.how.${value}`) }))}
              onChange={setHow}
            />
          )}
          {optional.length > 0 && (
            <Checkbox checked={withoutOptional} onChange={(event) => setWithoutOptional(event.target.checked)}>
              {t('mail.withoutOptional')}
            </Checkbox>
          )}
          <div role="status" aria-busy={!seen && !fault}>
            <h2 className="bold">{seen?.subject}</h2>
          </div>
          {!seen && !fault && <Skeleton height={360} />}
          {seen && (
            <>
              {/* A sandboxed frame: typed text must not run as script. */}
              <iframe className={consoleStyles.mail} title={t('mail.look')} sandbox="" srcDoc={seen.html} />
              <details>
                <summary>{t('mail.as.text')}</summary>
                <p className={styles.plain}>{seen.text}</p>
              </details>
            </>
          )}
        </div>
      </div>
      <MailVersions mail={mail} onSelect={type} />
    </ConsoleFrame>
  )
}

const FixedWords = ({ label }: { label: string }) => (
  <div>
    <p className="small">{label}</p>
    <p className="small muted">{t('mail.fixed')}</p>
  </div>
)

export const ErrorBoundary = ConsoleError

const key = (kind: string): string => `primp.mail ${kind}`

/** Returns this tab's unpublished draft of a mail; null without one. Browser only. */
function readMail(kind: string): MailText | null {
  try {
    const kept = sessionStore.getItem(key(kind))
    return kept ? (JSON.parse(kept) as MailText) : null
  } catch {
    return null
  }
}

/** Stores the draft until published; null deletes it. Browser only. */
function saveMail(kind: string, text: MailText | null): void {
  if (text) sessionStore.setItem(key(kind), JSON.stringify(text))
  else sessionStore.removeItem(key(kind))
}

/** Returns the edit to send: empty or default text is null. */
const textOf = (typed: MailText, made: MailText): MailText => {
  const said = (field: keyof MailText) => {
    const text = typed[field]?.trim()
    return text && text !== made[field] ? text : null
  }
  return { subject: said('subject'), preview: said('preview'), body: said('body'), button: said('button') }
}

/** Versions of a mail with author and reason, newest first; each can be loaded into the form. */
function MailVersions({ mail: { versions }, onSelect }: { mail: EditedMail; onSelect: (text: MailText) => void }) {
  return (
    <TitledCard title={t('mail.versions')}>
      {versions.length === 0 ? (
        <p className="muted">{t('mail.versions.none')}</p>
      ) : (
        <ol className={consoleStyles.lines}>
          {versions.map(({ number, author, writtenAt, reason, standing, made, text }) => (
            <li key={number} className="row space-between wrapping">
              <div>
                <p>
                  <b className="bold">
                    {t('mail.version', {
                      n: number,
                      who: author ?? t('mail.version.nobody'),
                      date: formatOperatorMoment(writtenAt),
                    })}
                  </b>
                  {standing && `, ${t('mail.version.standing')}`}
                </p>
                <p className="small muted">
                  {reason}
                  {made && ` (${t('mail.version.made')})`}
                </p>
              </div>
              {!standing && (
                <Button kind="quiet" size="small" onClick={() => onSelect(text)}>
                  {t('mail.version.take')}
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </TitledCard>
  )
}

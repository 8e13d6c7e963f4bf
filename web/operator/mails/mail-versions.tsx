import type { EditedMail, MailText } from '#contract/notifications/mail-words.ts'
import { reader } from '#contract/words.ts'
import { moment } from '#web/operator/when.ts'
import { Button } from '#web/ui/button.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { mailEditorWords } from './mail-editor-words.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(mailEditorWords)

/** Who had a mail say what, when and why, newest first; each can be taken into the fields again. */
export function MailVersions({ mail: { versions }, onTake }: { mail: EditedMail; onTake: (text: MailText) => void }) {
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
                    {t('mail.version', { n: number, who: author ?? t('mail.version.nobody'), date: moment(writtenAt) })}
                  </b>
                  {standing && `, ${t('mail.version.standing')}`}
                </p>
                <p className="small muted">
                  {reason}
                  {made && ` (${t('mail.version.made')})`}
                </p>
              </div>
              {!standing && (
                <Button kind="quiet" size="small" onClick={() => onTake(text)}>
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

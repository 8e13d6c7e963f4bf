import { useState } from 'react'
import type { ListedKey, SiteKeyKind } from '#contract/operator/keys.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import consoleStyles from '#web/operator/console.module.css'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'

const keyMessages = defineMessages({
  'keys.title': 'Keys',
  'keys.text': 'Rotate a key if someone may have seen it. The three former keys stay valid, so nobody is logged out.',
  'keys.signing': 'Sessions, links and webhooks',
  'keys.identity': 'Identity pictures and tax numbers',
  'keys.forms': 'Signed forms',
  'keys.configured': "Set in the server's configuration. Change it there.",
  'keys.since': 'Since {moment}{former, plural, =0 {} one {, 1 former key} other {, {former} former keys}}',
  'keys.unused': 'Not used yet',
  'keys.rotate': 'Rotate',
  'keys.rotate.named': 'Rotate the key for {what}',
  'keys.confirm.title': 'Rotate this key?',
  'keys.confirm.signing': 'New sessions use the new key. Existing sessions and links stay valid.',
  'keys.confirm.identity':
    'The pictures and tax numbers are encrypted again with the new key. This can take some minutes.',
  'keys.confirm.forms': 'The signed forms are encrypted again with the new key. This can take some minutes.',
  'keys.confirm.act': 'Rotate key',
  'keys.done':
    '{sealed, plural, =0 {Key rotated.} one {Key rotated, 1 record encrypted again.} other {Key rotated, {sealed} records encrypted again.}}',
  'keys.lost':
    '{lost, plural, one {1 record cannot be decrypted with any key. It was not changed.} other {{lost} records cannot be decrypted with any key. They were not changed.}}',
})

const t = createTranslator(keyMessages)

/** The keys of the site, with their rotation. Never shows a key. */
export function KeysCard({ keys }: { keys: readonly ListedKey[] }) {
  const [done, setDone] = useState<{ sealed: number; lost: number } | null>(null)
  const [confirm, dialog] = useConfirmation({ silent: true })
  const rotate = (kind: SiteKeyKind): Confirmation => ({
    title: t('keys.confirm.title'),
    text: t(`keys.confirm.${kind}`),
    act: t('keys.confirm.act'),
    run: async (reason) => {
      const { sealed, lost } = await browserApi().operatorKeys.rotate({ kind, reason })
      setDone({ sealed, lost })
    },
  })
  return (
    <TitledCard title={t('keys.title')}>
      <p className="small muted">{t('keys.text')}</p>
      {done && (
        <Note kind={done.lost > 0 ? 'warning' : 'success'}>
          {t('keys.done', { sealed: done.sealed })} {done.lost > 0 && t('keys.lost', { lost: done.lost })}
        </Note>
      )}
      <ul className={consoleStyles.lines}>
        {keys.map(({ kind, place, since, former }) => (
          <li key={kind} className="row space-between gap-16">
            <span className="stack gap-4 can-shrink">
              <span>{t(`keys.${kind}`)}</span>
              <span className="small muted">
                {place === 'configuration'
                  ? t('keys.configured')
                  : since
                    ? t('keys.since', { moment: formatOperatorMoment(since), former })
                    : t('keys.unused')}
              </span>
            </span>
            {place === 'database' && (
              <Button
                kind="secondary"
                size="small"
                aria-label={t('keys.rotate.named', { what: t(`keys.${kind}`) })}
                onClick={() => confirm(rotate(kind))}>
                {t('keys.rotate')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </TitledCard>
  )
}

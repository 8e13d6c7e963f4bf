import { type FormEvent, useState } from 'react'
import { useLoaderData } from 'react-router'
import type { Business, Retention } from '#contract/operator/system.ts'
import { createTranslator, defineMessages } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { readNumber } from '#web/ui/fields/typed-number.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { controlMessages } from '#web/operator/control-messages.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import type { ListedKey, SiteKeyKind } from '#contract/operator/keys.ts'
import consoleStyles from '#web/operator/console.module.css'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { Note } from '#web/ui/note.tsx'

const t = createTranslator(operatorMessages)
const c = createTranslator(controlMessages)
const businessFields = ['legalName', 'supportEmail', 'supportPhone', 'chat'] as const
const retentionFields = ['searches', 'messages', 'signIns', 'outbox', 'audit'] as const

type TypedDays = Record<keyof Retention, string>
const wholeOf = (typed: string): number => readNumber(typed, 'whole') ?? 0
const textsOf = (days: Retention) =>
  Object.fromEntries(retentionFields.map((field) => [field, String(days[field])])) as TypedDays
const retentionOf = (days: TypedDays) =>
  Object.fromEntries(retentionFields.map((field) => [field, wholeOf(days[field])])) as Retention

export const clientLoader = requireSession(async () => {
  const [settings, { keys }] = await Promise.all([
    browserApi().operatorSystem.settings({}),
    browserApi().operatorKeys.list({}),
  ])
  return { ...settings, keys }
})

export const HydrateFallback = Undetermined

export default function SettingsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [business, setBusiness] = useState<Business>(loaded.business)
  const [days, setDays] = useState(() => textsOf(loaded.retention))
  const [texts, setTexts] = useState(String(loaded.textsADay))
  const [bulkFrom, setBulkFrom] = useState(String(loaded.bulkFrom))
  const [confirm, dialog] = useConfirmation()
  const change = (
    given: {
      business?: Business
      retention?: Retention
      secondApproval?: boolean
      bulkFrom?: number
      textsADay?: number
    },
    text = t('operator.confirm.settings.text'),
  ): Confirmation => ({
    title: t('operator.confirm.settings.title'),
    text,
    act: t('operator.confirm.settings.act'),
    run: (reason) => browserApi().operatorSystem.changeSettings({ ...given, reason }),
  })
  const confirming = (confirmation: Confirmation) => (event: FormEvent) => {
    event.preventDefault()
    confirm(confirmation)
  }
  return (
    <ConsoleFrame title={t('operator.settings')}>
      <div className="two-columns even">
        <div className="stack">
          <TitledCard title={t('operator.business')}>
            <p className="small muted">{t('operator.business.text')}</p>
            <form className="stack" onSubmit={confirming(change({ business }))}>
              <div className="field-grid even">
                {businessFields.map((field) => (
                  <TextField
                    key={field}
                    label={t(`operator.business.${field}`)}
                    name={field}
                    value={business[field]}
                    maxLength={254}
                    required={field === 'legalName'}
                    type={field === 'supportEmail' ? 'email' : 'text'}
                    onChange={(event) => setBusiness({ ...business, [field]: event.target.value })}
                  />
                ))}
              </div>
              <Save isChanged={businessFields.some((field) => business[field] !== loaded.business[field])} />
            </form>
          </TitledCard>
          <KeysCard keys={loaded.keys} />
        </div>
        <div className="stack">
          <TitledCard title={t('operator.retention')}>
            <p className="small muted">{t('operator.retention.text')}</p>
            <form
              className="stack"
              onSubmit={confirming(change({ retention: retentionOf(days) }, t('operator.confirm.settings.retention')))}>
              <div className="field-grid even">
                {retentionFields.map((field) => (
                  <NumberField
                    key={field}
                    label={t(`operator.retention.${field}`)}
                    name={field}
                    kind="whole"
                    required
                    value={days[field]}
                    onChange={(typed) => setDays({ ...days, [field]: typed })}
                  />
                ))}
              </div>
              <Save isChanged={retentionFields.some((field) => wholeOf(days[field]) !== loaded.retention[field])} />
            </form>
          </TitledCard>
          <TitledCard title={t('operator.limits')}>
            <div className="row space-between">
              <p>{t('operator.second.text')}</p>
              <Switch
                label={t('operator.second.switch')}
                on={loaded.secondApproval}
                onChange={(secondApproval) => confirm(change({ secondApproval }))}
              />
            </div>
            <hr className="divider" />
            <form className="stack gap-8" onSubmit={confirming(change({ textsADay: wholeOf(texts) }))}>
              <div className={joinClasses('row gap-8', consoleStyles.ends)}>
                <div className="grow">
                  <NumberField
                    label={t('operator.texts')}
                    name="textsADay"
                    kind="whole"
                    required
                    value={texts}
                    onChange={setTexts}
                  />
                </div>
                <Save isChanged={wholeOf(texts) !== loaded.textsADay} label={t('operator.texts')} />
              </div>
              <p className="micro hint">{t('operator.texts.text')}</p>
            </form>
            <hr className="divider" />
            <form className="stack gap-8" onSubmit={confirming(change({ bulkFrom: wholeOf(bulkFrom) }))}>
              <div className={joinClasses('row gap-8', consoleStyles.ends)}>
                <div className="grow">
                  <NumberField
                    label={c('operator.bulk.label')}
                    name="bulkFrom"
                    kind="whole"
                    required
                    value={bulkFrom}
                    onChange={setBulkFrom}
                  />
                </div>
                <Save isChanged={wholeOf(bulkFrom) !== loaded.bulkFrom} label={c('operator.bulk.label')} />
              </div>
              <p className="micro hint">{c('operator.bulk.text')}</p>
            </form>
          </TitledCard>
        </div>
      </div>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

/** The button that saves a form: prominent once there is something to save. */
const Save = ({ isChanged, label }: { isChanged: boolean; label?: string }) => (
  <div>
    <Button
      type="submit"
      kind={isChanged ? 'primary' : 'secondary'}
      aria-label={label && `${t('operator.save')}: ${label}`}>
      {t('operator.save')}
    </Button>
  </div>
)

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

const s = createTranslator(keyMessages)

/** The keys of the site, with their rotation. Never shows a key. */
function KeysCard({ keys }: { keys: readonly ListedKey[] }) {
  const [done, setDone] = useState<{ sealed: number; lost: number } | null>(null)
  const [confirm, dialog] = useConfirmation({ silent: true })
  const rotate = (kind: SiteKeyKind): Confirmation => ({
    title: s('keys.confirm.title'),
    text: s(`keys.confirm.${kind}`),
    act: s('keys.confirm.act'),
    run: async (reason) => {
      const { sealed, lost } = await browserApi().operatorKeys.rotate({ kind, reason })
      setDone({ sealed, lost })
    },
  })
  return (
    <TitledCard title={s('keys.title')}>
      <p className="small muted">{s('keys.text')}</p>
      {done && (
        <Note kind={done.lost > 0 ? 'warning' : 'success'}>
          {s('keys.done', { sealed: done.sealed })} {done.lost > 0 && s('keys.lost', { lost: done.lost })}
        </Note>
      )}
      <ul className={consoleStyles.lines}>
        {keys.map(({ kind, place, since, former }) => (
          <li key={kind} className="row space-between gap-16">
            <span className="stack gap-4 can-shrink">
              <span>{s(`keys.${kind}`)}</span>
              <span className="small muted">
                {place === 'configuration'
                  ? s('keys.configured')
                  : since
                    ? s('keys.since', { moment: formatOperatorMoment(since), former })
                    : s('keys.unused')}
              </span>
            </span>
            {place === 'database' && (
              <Button
                kind="secondary"
                size="small"
                aria-label={s('keys.rotate.named', { what: s(`keys.${kind}`) })}
                onClick={() => confirm(rotate(kind))}>
                {s('keys.rotate')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </TitledCard>
  )
}

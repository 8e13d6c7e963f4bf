import { type FormEvent, useState } from 'react'
import { useLoaderData } from 'react-router'
import type { Business, Retention } from '#contract/operator/system.ts'
import { reader } from '#contract/words.ts'
import { membersOnly } from '#web/accounts/members-only.ts'
import { Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { numericOnly, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { type Confirmation, useConfirmation } from '#web/operator/use-confirmation.tsx'
import { ConsoleFrame, ConsoleError } from '#web/operator/console-frame.tsx'
import { controlWords } from '#web/operator/control-words.ts'
import { operatorWords } from '#web/operator/words.ts'

const t = reader(operatorWords)
const c = reader(controlWords)
const businessFields = ['legalName', 'supportEmail', 'supportPhone', 'chat'] as const
const retentionFields = ['searches', 'messages', 'signIns', 'outbox', 'audit'] as const

export const clientLoader = membersOnly(() => browserApi().operatorSystem.settings({}))

export const HydrateFallback = Undetermined

export default function SettingsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [business, setBusiness] = useState<Business>(loaded.business)
  const [days, setDays] = useState<Retention>(loaded.retention)
  const [texts, setTexts] = useState(loaded.textsADay)
  const [bulkFrom, setBulkFrom] = useState(loaded.bulkFrom)
  const [confirm, dialog] = useConfirmation()
  const change = (
    given: {
      business?: Business
      retention?: Retention
      secondApproval?: boolean
      bulkFrom?: number
      textsADay?: number
    },
    text = t('op.confirm.settings.text'),
  ): Confirmation => ({
    title: t('op.confirm.settings.title'),
    text,
    act: t('op.confirm.settings.act'),
    run: (reason) => browserApi().operatorSystem.changeSettings({ ...given, reason }),
  })
  const confirming = (confirmation: Confirmation) => (event: FormEvent) => {
    event.preventDefault()
    confirm(confirmation)
  }
  return (
    <ConsoleFrame title={t('op.settings')}>
      <div className="two-columns even">
        <TitledCard title={t('op.business')}>
          <p className="small muted">{t('op.business.text')}</p>
          <form className="stack" onSubmit={confirming(change({ business }))}>
            {businessFields.map((field) => (
              <TextField
                key={field}
                label={t(`op.business.${field}`)}
                name={field}
                value={business[field]}
                maxLength={254}
                required={field === 'legalName'}
                type={field === 'supportEmail' ? 'email' : 'text'}
                onChange={(event) => setBusiness({ ...business, [field]: event.target.value })}
              />
            ))}
            <div>
              <Button type="submit">{t('op.save')}</Button>
            </div>
          </form>
        </TitledCard>
        <div className="stack">
          <TitledCard title={t('op.retention')}>
            <p className="small muted">{t('op.retention.text')}</p>
            <form
              className="stack"
              onSubmit={confirming(change({ retention: days }, t('op.confirm.settings.retention')))}>
              {retentionFields.map((field) => (
                <TextField
                  key={field}
                  label={t(`op.retention.${field}`)}
                  name={field}
                  inputMode="numeric"
                  value={days[field]}
                  onChange={(event) => setDays({ ...days, [field]: Number(numericOnly(event.target.value)) })}
                />
              ))}
              <div>
                <Button type="submit">{t('op.save')}</Button>
              </div>
            </form>
          </TitledCard>
          <TitledCard title={t('op.texts')}>
            <form className="stack" onSubmit={confirming(change({ textsADay: texts }))}>
              <TextField
                label={t('op.texts')}
                hint={t('op.texts.text')}
                name="textsADay"
                inputMode="numeric"
                value={texts}
                onChange={(event) => setTexts(Number(numericOnly(event.target.value)))}
              />
              <div>
                <Button type="submit">{t('op.save')}</Button>
              </div>
            </form>
          </TitledCard>
          <TitledCard title={t('op.second')}>
            <div className="row space-between">
              <p>{t('op.second.text')}</p>
              <Switch
                label={t('op.second.switch')}
                on={loaded.secondApproval}
                onChange={(secondApproval) => confirm(change({ secondApproval }))}
              />
            </div>
          </TitledCard>
          <TitledCard title={c('op.bulk')}>
            <p className="small muted">{c('op.bulk.text')}</p>
            <form className="stack" onSubmit={confirming(change({ bulkFrom }))}>
              <TextField
                label={c('op.bulk.label')}
                name="bulkFrom"
                inputMode="numeric"
                value={bulkFrom}
                onChange={(event) => setBulkFrom(Number(numericOnly(event.target.value)))}
              />
              <div>
                <Button type="submit">{t('op.save')}</Button>
              </div>
            </form>
          </TitledCard>
        </div>
      </div>
      {dialog}
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError

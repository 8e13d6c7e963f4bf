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
import { RoomCard } from '#web/ui/room.tsx'
import { type Asked, useAsk } from '#web/operator/use-ask.tsx'
import { Room, RoomError } from '#web/operator/room.tsx'
import { operatorWords } from '#web/operator/words.ts'

const t = reader(operatorWords)
const businessFields = ['legalName', 'supportEmail', 'supportPhone', 'chat'] as const
const retentionFields = ['searches', 'messages', 'signIns', 'outbox', 'audit'] as const

export const clientLoader = membersOnly(() => browserApi().operatorSystem.settings({}))

export const HydrateFallback = Undetermined

export default function SettingsPage() {
  const loaded = useLoaderData<typeof clientLoader>()
  const [business, setBusiness] = useState<Business>(loaded.business)
  const [days, setDays] = useState<Retention>(loaded.retention)
  const [ask, dialog] = useAsk()
  const change = (
    given: { business?: Business; retention?: Retention; secondApproval?: boolean },
    text = t('op.confirm.settings.text'),
  ): Asked => ({
    title: t('op.confirm.settings.title'),
    text,
    act: t('op.confirm.settings.act'),
    run: (reason) => browserApi().operatorSystem.changeSettings({ ...given, reason }),
  })
  const asking = (asked: Asked) => (event: FormEvent) => {
    event.preventDefault()
    ask(asked)
  }
  return (
    <Room title={t('op.settings')}>
      <div className="two-columns even">
        <RoomCard title={t('op.business')}>
          <p className="small muted">{t('op.business.text')}</p>
          <form className="stack" onSubmit={asking(change({ business }))}>
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
        </RoomCard>
        <div className="stack">
          <RoomCard title={t('op.retention')}>
            <p className="small muted">{t('op.retention.text')}</p>
            <form className="stack" onSubmit={asking(change({ retention: days }, t('op.confirm.settings.retention')))}>
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
          </RoomCard>
          <RoomCard title={t('op.second')}>
            <div className="row space-between">
              <p>{t('op.second.text')}</p>
              <Switch
                label={t('op.second.switch')}
                on={loaded.secondApproval}
                onChange={(secondApproval) => ask(change({ secondApproval }))}
              />
            </div>
          </RoomCard>
        </div>
      </div>
      {dialog}
    </Room>
  )
}

export const ErrorBoundary = RoomError

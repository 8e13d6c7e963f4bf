import { Copy, Gift, QrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { formatEmbedAttributes, LinkField, formatEmbedSnippet, usualChoice, type WidgetChoice } from './share-links.tsx'
import { useGrowthMessages } from './growth-messages.ts'
import styles from './share-page.module.css'

const HOUSE_COLOR = '4d1534'

export default function SharePage() {
  const { t, profile, site } = useGrowthMessages()
  return (
    <DashboardFrame title={t('growth.title')} text={t('growth.text')}>
      <TitledCard title={t('growth.page')}>
        <div className="field-grid even">
          <LinkField name={t('growth.page.profile')} address={`${site}/@/${profile.slug}`} />
          <LinkField name={t('growth.page.book')} address={`${site}/@/${profile.slug}/book`} />
        </div>
        <ul className={styles.more}>
          <li>
            <span>
              <b className="bold">{t('growth.card')}</b>
              <span className="small muted">{t('growth.card.text')}</span>
            </span>
            <ButtonLink to="/dashboard/share/card" kind="secondary" size="small">
              <QrCode className="icon" aria-hidden="true" />
              {t('growth.card.open')}
            </ButtonLink>
          </li>
          <li>
            <span>
              <b className="bold">{t('growth.vouchers')}</b>
              <span className="small muted">{t('growth.vouchers.text')}</span>
            </span>
            <ButtonLink to="/dashboard/vouchers" kind="secondary" size="small">
              <Gift className="icon" aria-hidden="true" />
              {t('growth.vouchers.open')}
            </ButtonLink>
          </li>
        </ul>
      </TitledCard>
      <WidgetCard />
    </DashboardFrame>
  )
}

function WidgetCard() {
  const { t, profile, site, copy } = useGrowthMessages()
  const [choice, setChoice] = useState<WidgetChoice>(usualChoice)
  const change = (part: Partial<WidgetChoice>) => setChoice((now) => ({ ...now, ...part }))
  const snippet = formatEmbedSnippet(site, profile.slug, choice)
  return (
    <TitledCard title={t('growth.widget')}>
      <p className="muted">{t('growth.widget.text')}</p>
      {profile.state !== 'approved' && <Note kind="info">{t('growth.paused')}</Note>}
      <div className={styles.widget}>
        <div className="stack">
          <SelectField
            label={t('growth.kind')}
            value={choice.kind}
            onChange={({ target }) => change({ kind: target.value as WidgetChoice['kind'] })}>
            <option value="frame">{t('growth.kind.frame')}</option>
            <option value="button">{t('growth.kind.button')}</option>
          </SelectField>
          <SelectField
            label={t('growth.open')}
            value={choice.open}
            onChange={({ target }) => change({ open: target.value as WidgetChoice['open'] })}>
            <option value="tab">{t('growth.open.tab')}</option>
            <option value="top">{t('growth.open.top')}</option>
          </SelectField>
          {choice.kind === 'frame' ? (
            <SelectField
              label={t('growth.theme')}
              value={choice.theme}
              onChange={({ target }) => change({ theme: target.value as WidgetChoice['theme'] })}>
              <option value="auto">{t('growth.theme.auto')}</option>
              <option value="light">{t('growth.theme.light')}</option>
              <option value="dark">{t('growth.theme.dark')}</option>
            </SelectField>
          ) : (
            <TextField
              label={t('growth.label')}
              value={choice.label}
              maxLength={60}
              placeholder={t('growth.label.usual')}
              onChange={({ target }) => change({ label: target.value })}
            />
          )}
          <div className="stack gap-8">
            <Checkbox
              checked={choice.color !== ''}
              onChange={({ target }) => change({ color: target.checked ? HOUSE_COLOR : '' })}>
              {t('growth.color.own')}
            </Checkbox>
            {choice.color !== '' && (
              <input
                type="color"
                className={styles.color}
                aria-label={t('growth.color')}
                value={`#${choice.color}`}
                onChange={({ target }) => change({ color: target.value.slice(1) })}
              />
            )}
          </div>
          <TextAreaField
            label={t('growth.snippet')}
            hint={t('growth.snippet.hint')}
            value={snippet}
            rows={3}
            readOnly
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
          <div>
            <Button aria-label={t('growth.copy.of', { name: t('growth.snippet') })} onClick={() => copy(snippet)}>
              <Copy className="icon" aria-hidden="true" />
              {t('growth.copy')}
            </Button>
          </div>
        </div>
        <LivePreview choice={choice} slug={profile.slug} />
      </div>
    </TitledCard>
  )
}

function LivePreview({ choice, slug }: { choice: WidgetChoice; slug: string }) {
  const { t } = useGrowthMessages()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '/widget.js'
    for (const [name, value] of Object.entries(formatEmbedAttributes(slug, choice))) script.setAttribute(name, value)
    place.current?.replaceChildren(script)
  }, [choice, slug])
  return (
    <section className="stack gap-8" aria-label={t('growth.preview')}>
      <h3 className="title">{t('growth.preview')}</h3>
      <div ref={place} className={styles.preview} />
    </section>
  )
}

export { DashboardError as ErrorBoundary }

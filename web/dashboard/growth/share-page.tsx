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
    <DashboardFrame title={t('grow.title')} text={t('grow.text')}>
      <TitledCard title={t('grow.page')}>
        <p className="muted">{t('grow.page.text')}</p>
        <div className="field-grid even">
          <LinkField name={t('grow.page.profile')} address={`${site}/@/${profile.slug}`} />
          <LinkField name={t('grow.page.book')} address={`${site}/@/${profile.slug}/book`} />
        </div>
      </TitledCard>
      <TitledCard
        title={t('grow.card')}
        beside={
          <ButtonLink to="/dashboard/share/card" kind="secondary" size="small">
            <QrCode className="icon" aria-hidden="true" />
            {t('grow.card.open')}
          </ButtonLink>
        }>
        <p className="muted">{t('grow.card.text')}</p>
      </TitledCard>
      <TitledCard
        title={t('grow.vouchers')}
        beside={
          <ButtonLink to="/dashboard/vouchers" kind="secondary" size="small">
            <Gift className="icon" aria-hidden="true" />
            {t('grow.vouchers.open')}
          </ButtonLink>
        }>
        <p className="muted">{t('grow.vouchers.text')}</p>
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
    <TitledCard title={t('grow.widget')}>
      <p className="muted">{t('grow.widget.text')}</p>
      {profile.state !== 'approved' && <Note kind="info">{t('grow.paused')}</Note>}
      <div className="field-grid even">
        <SelectField
          label={t('grow.kind')}
          value={choice.kind}
          onChange={({ target }) => change({ kind: target.value as WidgetChoice['kind'] })}>
          <option value="frame">{t('grow.kind.frame')}</option>
          <option value="button">{t('grow.kind.button')}</option>
        </SelectField>
        <SelectField
          label={t('grow.open')}
          value={choice.open}
          onChange={({ target }) => change({ open: target.value as WidgetChoice['open'] })}>
          <option value="tab">{t('grow.open.tab')}</option>
          <option value="top">{t('grow.open.top')}</option>
        </SelectField>
        {choice.kind === 'frame' ? (
          <SelectField
            label={t('grow.theme')}
            value={choice.theme}
            onChange={({ target }) => change({ theme: target.value as WidgetChoice['theme'] })}>
            <option value="auto">{t('grow.theme.auto')}</option>
            <option value="light">{t('grow.theme.light')}</option>
            <option value="dark">{t('grow.theme.dark')}</option>
          </SelectField>
        ) : (
          <TextField
            label={t('grow.label')}
            value={choice.label}
            maxLength={60}
            placeholder={t('grow.label.usual')}
            onChange={({ target }) => change({ label: target.value })}
          />
        )}
        <div className="stack gap-8">
          <Checkbox
            checked={choice.color !== ''}
            onChange={({ target }) => change({ color: target.checked ? HOUSE_COLOR : '' })}>
            {t('grow.color.own')}
          </Checkbox>
          {choice.color !== '' && (
            <input
              type="color"
              className={styles.color}
              aria-label={t('grow.color')}
              value={`#${choice.color}`}
              onChange={({ target }) => change({ color: target.value.slice(1) })}
            />
          )}
        </div>
      </div>
      <TextAreaField
        label={t('grow.snippet')}
        hint={t('grow.snippet.hint')}
        value={snippet}
        rows={3}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.target.select()}
      />
      <div>
        <Button aria-label={t('grow.copy.of', { name: t('grow.snippet') })} onClick={() => copy(snippet)}>
          <Copy className="icon" aria-hidden="true" />
          {t('grow.copy')}
        </Button>
      </div>
      <LivePreview choice={choice} slug={profile.slug} />
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
    <section className="stack gap-8" aria-label={t('grow.preview')}>
      <h3 className="title">{t('grow.preview')}</h3>
      <div ref={place} className={styles.preview} />
    </section>
  )
}

export { DashboardError as ErrorBoundary }

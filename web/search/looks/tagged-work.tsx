import { Link } from 'react-router'
import type { Appearance } from '#contract/search/demand/appearance.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { lookMessages } from './look-messages.ts'

interface TaggedWorkProps {
  appearance: Appearance
  lookedFor: boolean
}

/** Tells artists how their tags count: tagged pictures, and whether one matches the look. */
export function TaggedWork({ appearance: { work, mobile, studio, search }, lookedFor }: TaggedWorkProps) {
  const t = createTranslator(lookMessages, search.countryCode)
  const look = (mobile ?? studio)?.card.look
  return (
    <div className="stack gap-8">
      <p className="small">
        {t('look.tagged', { n: work.tagged, all: work.pictures })}
        {lookedFor && !look?.alike && ` ${t('look.tagged.nothing')}`}
      </p>
      <p className="row gap-16 wrapping small">
        <Link className="link tap-target" to="/dashboard/albums">
          {t('look.tagged.act')}
        </Link>
        <Link className="link tap-target" to="/content/ranking">
          {t('look.rule')}
        </Link>
      </p>
    </div>
  )
}

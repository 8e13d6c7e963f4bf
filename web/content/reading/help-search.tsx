import { Search } from 'lucide-react'
import { useState } from 'react'
import { reader } from '#contract/words.ts'
import { TextField } from '#web/ui/field.tsx'
import { helpWords } from './words.ts'

const t = reader(helpWords)

/** Opens the topics that hold the typed words and hides the others. */
export function HelpSearch() {
  const [found, setFound] = useState<number | null>(null)
  const [text, setText] = useState('')
  const search = (typed: string) => {
    setText(typed)
    const wanted = typed.trim().toLowerCase()
    const topics = [...document.querySelectorAll<HTMLDetailsElement>('details.topic')]
    let count = 0
    for (const topic of topics) {
      const matches = wanted.length < 2 || (topic.textContent ?? '').toLowerCase().includes(wanted)
      topic.hidden = !matches
      topic.open = matches && wanted.length >= 2
      if (matches) count++
    }
    setFound(wanted.length < 2 ? null : count)
  }
  return (
    <div className="stack s8" role="search">
      <TextField
        label={t('help.search')}
        type="search"
        value={text}
        onChange={(event) => search(event.target.value)}
        prefix={<Search className="i" aria-hidden="true" />}
      />
      <p className="small mut" role="status">
        {found !== null && (found === 0 ? t('help.none', { text }) : t('help.found', { n: found }))}
      </p>
    </div>
  )
}

import { writeFileSync } from 'node:fs'
import { describe } from './describe.ts'
import { type Drawing, draw } from './draw.ts'
import { cityOf, lessonOf, createLook, type Skill, skills } from '#art/face/look.ts'
import type { Frame } from './svg.ts'

/** Renders a sample page: covers and faces of forty neighbours, one gallery, lessons and cities. */
export function contactSheet(artists = 40): string {
  const looks = Array.from({ length: artists }, (_, place) =>
    createLook({ id: `sheet-${place}`, place, skills: skillsAt(place) }),
  )
  const cities = ['London', 'Sydney', 'Melbourne', 'New York', 'Los Angeles', 'Toronto', 'Manchester', 'Edinburgh']
  return [
    '<!doctype html><meta charset="utf-8"><title>Contact sheet</title>',
    '<style>body{font:14px sans-serif;margin:16px}div{display:flex;flex-wrap:wrap;gap:8px}svg{display:block;border-radius:10px}h2{margin:20px 0 8px}</style>',
    section(
      'Covers',
      looks.map((look) => look.cover),
      'wide',
      200,
    ),
    section(
      'Faces',
      looks.map((look) => look.profile),
      'square',
      110,
    ),
    section('One gallery', looks[1]?.gallery ?? [], 'tall', 150),
    section(
      'Lessons',
      [0, 1, 2, 3].map((place) => lessonOf(`lesson-${place}`, place)),
      'wide',
      200,
    ),
    section('Cities', cities.map(cityOf), 'wide', 200),
  ].join('\n')
}

const skillsAt = (place: number): Skill[] =>
  [skills[place % skills.length], skills[(place * 5 + 3) % skills.length]] as Skill[]

function section(title: string, drawings: readonly Drawing[], frame: Frame, width: number): string {
  const pictures = drawings.map((drawing, i) =>
    draw(drawing, { id: `${title.replace(/\W/g, '')}${i}`, frame, alt: describe(drawing) }).replace(
      '<svg ',
      `<svg width="${width}" `,
    ),
  )
  return `<h2>${title}</h2><div>${pictures.join('\n')}</div>`
}

if (import.meta.main) {
  const target = process.argv[2] ?? 'contact-sheet.html'
  writeFileSync(target, contactSheet())
  console.log(`Wrote ${target}`)
}

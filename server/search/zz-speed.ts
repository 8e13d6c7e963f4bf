import { openPostgres } from '#db/database.ts'
import { createSearch } from '#server/search/create-search.ts'
import { readQuotes } from '#server/search/read-quotes.ts'
import { openContext } from '#server/platform/context.ts'
import { quotes } from '#contract/quotes.ts'
import { search } from '#contract/search.ts'
import { createHash } from 'node:crypto'
const db = await openPostgres(process.argv[2] as string)
const viewer = { accountId: null, roles: [], sessionId: null, visitorHash: createHash('sha256').update('x').digest() }
const ctx = openContext({ database: db, env: {} as never, log: {} as never, clock: () => new Date('2026-11-20T09:00:00Z') }, { viewer, requestId: 'x', address: '' })
const metros = (await db.pool!.query(`select lat,lng,country_code from (select distinct on (floor(lat/1.3), floor(lng/2)) * from place where kind='place' order by floor(lat/1.3), floor(lng/2), population desc) d order by population desc limit 200`)).rows
const parties = [['makeup'], ['makeup','makeup','makeup','updo','updo'], ['bridal-makeup','makeup','makeup','makeup','updo','updo','updo'], ['blow-dry','blow-dry'], ['makeup','makeup','makeup','makeup','lashes','lashes']]
let i = 0
const dates = ['2027-06-12','2027-06-09','2027-06-19','2027-06-15']
const times = ['13:30','11:00','17:00',undefined]
async function one() {
  const k = i++; const m = metros[(k*37)%200]
  const t0 = performance.now()
  const input = search.create.input.parse({ storeSlug:'beauty', categorySlug:'makeup-hair-styling', location: { type:'Point', coordinates:[m.lng + (k%7-3)*0.01, m.lat+ (k%5-2)*0.01], address:{placeName:'X', countryCode:m.country_code}}, eventDate: dates[k%4], finishTime: times[k%7===0?3:k%3], services: parties[k%5] })
  const s = await createSearch(ctx, input)
  const t1 = performance.now()
  const q = await readQuotes(ctx, quotes.read.input.parse({ quoteId: s.search.id }))
  const t2 = performance.now()
  const out = JSON.stringify({ data: quotes.read.output.parse(q) })
  return [t1-t0, t2-t1, performance.now()-t2, q.counts.candidates, q.counts.people.fits, out.length, q.rescue ? 1 : 0]
}
const N = Number(process.argv[3] ?? 300)
import { Session } from 'node:inspector/promises'
import { writeFileSync } from 'node:fs'
const ses = new Session(); ses.connect(); await ses.post('Profiler.enable')
for (let j=0;j<3;j++) { if (j===1 && process.env.PROF) await ses.post('Profiler.start')

  const rows: number[][] = []; const t = performance.now(); const cpu = process.cpuUsage()
  for (let k=0;k<N;k++) rows.push(await one())
  const c = process.cpuUsage(cpu)
  const col = (x:number)=>rows.map(r=>r[x] as number).sort((a,b)=>a-b)
  const p = (x:number,q:number)=>col(x)[Math.floor(N*q)]!.toFixed(2)
  console.log('pass',j,'post p50',p(0,.5),'get p50',p(1,.5),'p95',p(1,.95),'ser',p(2,.5),'cand',p(3,.5),'max',p(3,.99),'fits',p(4,.5),'bytes',p(5,.5),'rescues',col(6).reduce((a,b)=>a+b,0),'rate',(N/(performance.now()-t)*1000).toFixed(0),'cpu ms/req',((c.user+c.system)/1000/N).toFixed(2), 'rss', (process.memoryUsage().rss/1e6).toFixed(0))
}
{ const t = performance.now(); const cpu=process.cpuUsage(); let n=0; await Promise.all(Array.from({length:10}, async()=>{ for(let k=0;k<N/5;k++){ await one(); n++ } })); const c=process.cpuUsage(cpu); console.log('10 conc rate', (n/(performance.now()-t)*1000).toFixed(0), 'node cpu ms', ((c.user+c.system)/1000/n).toFixed(2)) }
if (process.env.PROF) { const { profile } = await ses.post('Profiler.stop') as any; writeFileSync('/tmp/h-search/prof/warm.cpuprofile', JSON.stringify(profile)) }
await db.close()

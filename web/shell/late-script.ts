import { wantedEvent } from './routing/first-touch.ts'

/** The id of what loads the site's script, where that waits for the page to be there or for the first touch. */
export const lateScriptId = 'late-script'

/** Told to the window once the page runs, and once a part of it does that came later. */
export const runsEvent = 'primp:runs'

/**
 * Starts the site's script where it waits: at the first touch, for who is signed in, or, where it says so, once the page is painted with all it shows.
 * What is pressed, sent or filled in before it runs, or before a part that waits does (`data-waits`), is kept, and done once it does, and only then: a page that is about to run would do it at once, and again. Written into the page, before anything of the site is there.
 */
export const lateScript = `(()=>{
var started, runs, acts = [], filled = new Set, doc = document
function late(){return doc.getElementById('${lateScriptId}')}
function whole(it){return it&&/import\\("[^"]+"\\);\\s*$/.test(it.textContent)}
function load(){var it=late(),now;if(!it)return;
var parts=(it.dataset.parts||'').split(' ');(function some(){parts.splice(0,3).forEach(part=>{if(!part)return;var link=doc.createElement('link');link.rel='modulepreload';link.href=part;doc.head.append(link)})
if(parts.length)return setTimeout(some)
now=doc.createElement('script');now.type='module';now.nonce=it.nonce;now.textContent=it.textContent;now.onerror=()=>{runs=2};doc.head.append(now)})()}
function start(){if(started)return;started=1;doc.readyState!=='loading'||whole(late())?load():addEventListener('DOMContentLoaded',load)}
function soon(){var it=late();return it&&'soon' in it.dataset}
function known(){try{var l=localStorage,s=sessionStorage;if(!soon()&&(l.getItem('primpSession')||s.getItem('primpActing')||(l.getItem('cookieConsent')==='accepted'&&!s.getItem('landingPage'))))start()}catch(e){}}
function waits(it){return !runs||runs<2&&it.closest('[data-waits]')}
function want(){start();if(runs)dispatchEvent(new Event('${wantedEvent}'))}
function control(e){return e.target.closest&&e.target.closest('button,input,select,textarea')}
function near(e){if(control(e))start()}
function keep(form,by){if(!acts.some(act=>act[0]===form))acts.push([form,by])}
function again(it,said,on){
if(it.type==='file'||it.type==='radio'&&!on)return
if(it.type==='radio'||it.type==='checkbox'){it.checked=!on;it.click();return}
if(it.tagName==='SELECT')it.value=said
else{it.value=said?'':' ';Object.getOwnPropertyDescriptor(Object.getPrototypeOf(it),'value').set.call(it,said);it.dispatchEvent(new Event('input',{bubbles:true}))}
it.dispatchEvent(new Event('change',{bubbles:true}))}
function soonAfter(it){queueMicrotask(()=>queueMicrotask(it))}
function next(){var at=acts.findIndex(act=>!waits(act[0])),act=acts[at];if(!act)return;acts.splice(at,1);if(act[0].isConnected)act.length>1?act[0].requestSubmit(act[1]):act[0].click();soonAfter(next)}
function redo(first){var at=doc.activeElement,now=[];filled.forEach(it=>{if(!waits(it)){filled.delete(it);now.push([it,it.value,it.checked])}})
;(function one(){var act=now.shift();if(act){if(act[0].isConnected)again(...act);return soonAfter(one)}
if(first&&at&&/^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName))at.dispatchEvent(new FocusEvent('focusin',{bubbles:true}))
queueMicrotask(next);if(acts.some(act=>waits(act[0])))want()})()}
doc.addEventListener('DOMContentLoaded',()=>{known();if(soon())setTimeout(start,3000)})
function idle(){self.requestIdleCallback?requestIdleCallback(start,{timeout:500}):setTimeout(start)}
addEventListener('load',()=>{if(!soon())return;try{new PerformanceObserver((list,it)=>{it.disconnect();idle()}).observe({type:'paint',buffered:true})}catch(e){idle()}})
addEventListener('storage',known)
addEventListener('pageshow',e=>{if(e.persisted)known()})
addEventListener('keydown',start)
addEventListener('pointerover',near,{passive:true})
addEventListener('pointerdown',near,{passive:true})
addEventListener('focusin',near)
addEventListener('input',e=>{if(control(e)&&waits(e.target)){want();filled.add(e.target)}},true)
addEventListener('click',e=>{var it=control(e),link=!it&&runs&&e.target.closest&&e.target.closest('a');it=it||link
if(!it||!waits(it))return
if(link){if(e.metaKey||e.ctrlKey||e.shiftKey||e.altKey)return;e.preventDefault()}else if(it.tagName!=='BUTTON'||it.type==='submit')return
e.stopImmediatePropagation();want();if(!link&&!it.hasAttribute('aria-expanded')&&!it.hasAttribute('aria-haspopup')||!acts.some(act=>act[0]===it))acts.push([it])},true)
addEventListener('submit',e=>{var form=e.target;if(!waits(form)||form.hasAttribute('action')||!runs&&!late()&&!started)return;e.preventDefault();e.stopImmediatePropagation();want();keep(form,e.submitter)},true)
addEventListener('${runsEvent}',()=>{var first=!runs;runs=1;redo(first)})
})()`

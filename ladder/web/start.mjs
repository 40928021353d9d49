// start: files that are dropped, a form that is under way, and a status that lives.  Without it the same forms and the same page do.
document.addEventListener('submit', event => { event.submitter?.setAttribute('aria-busy', 'true'); });
addEventListener('pagehide', () => document.querySelectorAll('button[aria-busy]').forEach(b => b.removeAttribute('aria-busy')));
for (const drop of document.querySelectorAll('.drop')) {
    const input = drop.querySelector('input[type=file]');
    const over = on => event => { event.preventDefault(); drop.classList.toggle('over', on); };
    drop.addEventListener('dragover', over(true));
    drop.addEventListener('dragleave', over(false));
    drop.addEventListener('drop', event => { over(false)(event); if (event.dataTransfer.files.length) input.files = event.dataTransfer.files; });
}

async function follow() {
    const way = document.querySelector('#way[data-lives]');
    if (!way) return;
    if (!document.hidden && !way.contains(document.activeElement)) try { // what has the focus stays
        const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html'), now = page.querySelector('#way');
        if (now && now.innerHTML !== way.innerHTML) way.replaceWith(now);
    } catch { /* the next one may come */ }
    setTimeout(follow, 1000 * (way.dataset.lives || 1.5)); // seconds
}
setTimeout(follow, 1000);

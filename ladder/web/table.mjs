// table: a person's table while it is played.  <div class="play" data-turns="..."> is filled anew with every change; what it is
// filled with are the forms that stand there without scripts, too.
//
// Keys: what a button says in data-key.

export class Table {
    constructor(root) {
        this.root = root;
        this.state = document.createElement('p');
        this.state.className = 'connection';
        this.state.setAttribute('role', 'status');
        root.after(this.state);
        root.addEventListener('submit', e => this.send(e));
        document.addEventListener('keydown', e => this.key(e));
        this.listen();
    }

    listen() {
        this.source = new EventSource(this.root.dataset.turns);
        this.source.addEventListener('open', () => this.tell('open', ''));
        this.source.addEventListener('error', () => this.lost());
        this.source.addEventListener('message', e => this.show(JSON.parse(e.data)));
        this.source.addEventListener('over', () => this.end());
    }

    tell(state, text) {
        this.root.dataset.state = state;
        this.state.textContent = text;
    }

    // The browser comes back by itself, unless the server said that there is nothing more to come.
    lost() {
        if (this.source.readyState === EventSource.CLOSED) this.end();
        else this.tell('lost', this.root.dataset.lost);
    }

    // The page of what came of it is another one.
    end() {
        this.source.close();
        location.replace(location.pathname);
    }

    // A list that was set for the same question stays so, and what had the focus has it again.
    show(markup) {
        const at = document.activeElement, inside = this.root.contains(at), key = at?.dataset?.key, list = at?.name;
        const question = () => this.root.querySelector('[name=request]')?.value;
        const set = [...this.root.querySelectorAll('select')].map(s => [s.name, s.value]), asked = question();
        const open = [...this.root.querySelectorAll('details[open]')].map(d => d.dataset.kept);
        this.root.innerHTML = markup;
        for (const name of open) this.root.querySelector(`details[data-kept="${name}"]`)?.setAttribute('open', '');
        const named = name => this.root.querySelector(`select[name="${name}"]`);
        for (const [name, value] of asked === question() ? set : []) if (named(name)) named(name).value = value;
        if (inside) (this.button(key) ?? named(list) ?? this.root).focus({ preventScroll: true });
        this.root.dataset.turn = Number(this.root.dataset.turn ?? 0) + 1;
    }

    button(key) {
        return key ? this.root.querySelector(`[data-key="${CSS.escape(key)}"]`) : null;
    }

    // The answer is the table's next change.
    async send(e) {
        e.preventDefault();
        const fields = new FormData(e.target);
        if (e.submitter?.name) fields.append(e.submitter.name, e.submitter.value);
        try {
            await fetch(e.target.action, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
        } catch {
            this.tell('lost', this.root.dataset.lost);
        }
    }

    key(e) {
        const busy = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || (e.key === 'Enter' && /^(BUTTON|A|SUMMARY)$/.test(e.target.tagName));
        if (busy || e.ctrlKey || e.altKey || e.metaKey || e.repeat) return;
        const button = this.button(e.key);
        if (!button) return;
        e.preventDefault();
        button.click();
    }
}

const root = document.getElementById('play');
if (root) new Table(root);
